/** Remember the last answer, and give it again as long as the arguments are the same objects. */
export function memo<Args extends readonly unknown[], Answer>(
  ask: (...args: Args) => Answer,
): (...args: Args) => Answer {
  let last: { readonly args: Args; readonly answer: Answer } | null = null;
  return (...args) => {
    if (last === null || args.some((arg, k) => !Object.is(arg, last?.args[k]))) {
      last = { args, answer: ask(...args) };
    }
    return last.answer;
  };
}
