import { expect, it } from "vitest";
import { decodeColumn } from "./columns";

const column = { name: "starts", dtype: "uint32", length: 2 } as const;

it("reads a buffer that starts at an odd byte", () => {
  const bytes = new Uint8Array(11);
  bytes.set(new Uint8Array(Uint32Array.of(7, 70000).buffer), 3);
  expect([...decodeColumn(column, new DataView(bytes.buffer, 3))]).toEqual([7, 70000]);
});

it.each([new DataView(new ArrayBuffer(4)), undefined])("refuses a buffer of another length: %o", (buffer) => {
  expect(() => decodeColumn(column, buffer)).toThrow("column starts: 8 bytes announced");
});
