/** Marks of a position. They are properties of SGF and a text on points, and are read from and written to those. */

import { type Point, type Size, parseLabel, pointAt, xOf, yOf } from "./geometry";
import type { Kept, Node } from "./tree";

/** The shapes, and their properties of SGF. */
export const SHAPES = { triangle: "TR", circle: "CR", square: "SQ", cross: "MA" } as const;
export type Shape = keyof typeof SHAPES;

export type Mark =
  | { readonly kind: Shape; readonly point: Point }
  | { readonly kind: "text"; readonly point: Point; readonly text: string }
  | { readonly kind: "arrow"; readonly point: Point; readonly to: Point };

/** A property as SGF writes it: its name, and the text of its values without brackets. */
export interface Property {
  readonly name: string;
  readonly values: readonly string[];
}

export function parseProperty(text: string): Property | null {
  const parts = /^([A-Za-z]+)((?:\s*\[(?:\\[^]|[^\]\\])*\])+)$/.exec(text.trim());
  if (!parts) return null;
  const values = [...parts[2]!.matchAll(/\[((?:\\[^]|[^\]\\])*)\]/g)].map((match) => match[1]!);
  return { name: parts[1]!, values };
}

export const writeProperty = ({ name, values }: Property): string =>
  name + values.map((value) => `[${value}]`).join("");

/** The point of a value such as `hh` or `h8`; null if it is none. */
export function parsePoint(value: string, size: Size): Point | null {
  const text = value.trim();
  if (!/^[a-z]{2}$/.test(text)) return parseLabel(text, size);
  const [x, y] = [text.charCodeAt(0) - 97, text.charCodeAt(1) - 97];
  return x < size.width && y < size.height ? pointAt(x, y, size) : null;
}

export const writePoint = (point: Point, size: Size): string =>
  String.fromCharCode(97 + xOf(point, size), 97 + yOf(point, size));

/** The two points of a value such as `aa:cc`; null if there are none. */
export function parsePair(value: string, size: Size): readonly [Point, Point] | null {
  const [from, to, ...more] = value.split(":").map((part) => parsePoint(part, size));
  return from == null || to == null || more.length > 0 ? null : [from, to];
}

/** The marks of a value of a property: several if it is a rectangle of points, none if it has no meaning here. */
function marksOfValue(name: string, value: string, size: Size): Mark[] {
  const pair = parsePair(value, size);
  if (name === "AR") return pair ? [{ kind: "arrow", point: pair[0], to: pair[1] }] : [];
  const kind = (Object.keys(SHAPES) as Shape[]).find((shape) => SHAPES[shape] === name);
  if (!kind) return [];
  if (!pair) {
    const point = parsePoint(value, size);
    return point === null ? [] : [{ kind, point }];
  }
  const marks: Mark[] = [];
  for (let y = yOf(pair[0], size); y <= yOf(pair[1], size); y++)
    for (let x = xOf(pair[0], size); x <= xOf(pair[1], size); x++) marks.push({ kind, point: pointAt(x, y, size) });
  return marks;
}

/** The marks of a position. */
export function marksOf(node: Node, size: Size): Mark[] {
  return node.kept.flatMap(({ others = [], labels = [] }) => [
    ...others.flatMap((text) => {
      const { name, values } = parseProperty(text) ?? { name: "", values: [] };
      return values.flatMap((value) => marksOfValue(name, value, size));
    }),
    ...labels.map(({ x, y, text }): Mark => ({ kind: "text", point: pointAt(x, y, size), text })),
  ]);
}

/** A property that carries a mark. */
function propertyOf(mark: Exclude<Mark, { kind: "text" }>, size: Size): Property {
  const point = writePoint(mark.point, size);
  return mark.kind === "arrow"
    ? { name: "AR", values: [`${point}:${writePoint(mark.to, size)}`] }
    : { name: SHAPES[mark.kind], values: [point] };
}

/** What files say of a position, with a mark more. */
function withMark(kept: readonly Kept[], mark: Mark, size: Size): Kept[] {
  const [first = {}, ...more] = kept;
  if (mark.kind === "text") {
    const label = { x: xOf(mark.point, size), y: yOf(mark.point, size), text: mark.text };
    return [{ ...first, labels: [...(first.labels ?? []), label] }, ...more];
  }
  const added = propertyOf(mark, size);
  const others = [...(first.others ?? [])];
  const index = others.findIndex((text) => parseProperty(text)?.name === added.name);
  if (index < 0) others.push(writeProperty(added));
  else others[index] += `[${added.values[0]}]`;
  return [{ ...first, others }, ...more];
}

/** What files say of a position, without some marks. What is no mark stays as it is written. */
function withoutMarks(kept: readonly Kept[], isGone: (mark: Mark) => boolean, size: Size): Kept[] {
  return kept.map((one) => {
    const labels = one.labels?.filter(({ x, y, text }) => !isGone({ kind: "text", point: pointAt(x, y, size), text }));
    const others = one.others?.flatMap((text) => {
      const property = parseProperty(text);
      const values = property?.values.flatMap((value) => {
        const marks = marksOfValue(property.name, value, size);
        const left = marks.filter((mark) => !isGone(mark));
        if (left.length === marks.length) return value;
        return left.flatMap((mark) => (mark.kind === "text" ? [] : propertyOf(mark, size).values));
      });
      if (!property || values?.join("][") === property.values.join("][")) return text;
      return values!.length > 0 ? writeProperty({ name: property.name, values: values! }) : [];
    });
    const { labels: _labels, others: _others, ...rest } = one;
    return { ...rest, ...(labels?.length && { labels }), ...(others?.length && { others }) };
  });
}

/** Whether two marks need the same place: an arrow may lie on anything but the same arrow. */
function isInPlace(mark: Mark, other: Mark): boolean {
  const end = (one: Mark) => (one.kind === "arrow" ? one.to : null);
  return mark.point === other.point && end(mark) === end(other);
}

const isSame = (mark: Mark, other: Mark): boolean => mark.kind === other.kind && isInPlace(mark, other);

/** What files say of a position after a mark is put on it, in the place of another; or taken away if it is there. */
export function toggled(node: Node, mark: Mark, size: Size): Kept[] {
  const isThere = marksOf(node, size).some((other) => isSame(mark, other));
  const rest = withoutMarks(node.kept, (other) => isInPlace(mark, other), size);
  return isThere ? rest : withMark(rest, mark, size);
}

/** What files say of a position without the marks on a point and the arrows that begin or end there; null if none. */
export function cleared(node: Node, point: Point, size: Size): Kept[] | null {
  const isThere = (mark: Mark) => mark.point === point || (mark.kind === "arrow" && mark.to === point);
  return marksOf(node, size).some(isThere) ? withoutMarks(node.kept, isThere, size) : null;
}

/** The first letter, from A to Z and then a to z, that is no text of a mark; null if all are. */
export function nextLetter(marks: readonly Mark[]): string | null {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
  return letters.find((letter) => !marks.some((mark) => mark.kind === "text" && mark.text === letter)) ?? null;
}
