"""What navwidget's store costs, beside what one would use instead: ``python -m benchmarks --help``."""
