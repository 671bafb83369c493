// @vitest-environment jsdom

import { expect, it } from "vitest";
import { Headings } from "../geometry/headings";
import { drawScene } from "./draw";
import { SvgSurface } from "./svg";
import { FIVE, hitsOf, RecordingSurface, sceneOf } from "./testing";

it("draws the same map as a picture, in which text stays text", () => {
  const title = `<script>alert("1")</script> & more`;
  const source = { ...FIVE, headings: new Headings([{ offset: 0, level: 1, title }]) };
  const scene = sceneOf({ source, hits: hitsOf(3) });
  const recorded = new RecordingSurface();
  drawScene(recorded, scene);
  const picture = new SvgSurface(scene.anatomy.width, scene.anatomy.height, "sans", recorded);
  drawScene(picture, scene);
  const texts = [...picture.element.querySelectorAll("text")].map(({ textContent }) => textContent);
  expect(texts).toEqual(recorded.words.map(({ words }) => words));
  expect(texts).toContain(title);
  expect(new XMLSerializer().serializeToString(picture.element)).not.toContain("<script");
  const filled = [...picture.element.querySelectorAll(`rect[fill="hit"]`)];
  expect(filled.length).toBe(recorded.boxes.filter(({ paint }) => paint.fill === "hit").length);
});

it("names its parts apart from those of another picture on the page", () => {
  const scene = sceneOf({});
  const ids = [1, 2].flatMap(() => {
    const picture = new SvgSurface(100, 100, "sans", new RecordingSurface());
    drawScene(picture, scene);
    return [...picture.element.querySelectorAll("[id]")].map(({ id }) => id);
  });
  expect(new Set(ids).size).toBe(ids.length);
});
