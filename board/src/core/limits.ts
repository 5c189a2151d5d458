/** Limits of a search as a person states them: time, depth, positions, in any combination. */

export const LIMITS = ["seconds", "depth", "nodes"] as const;
export type LimitName = (typeof LIMITS)[number];
/** Null is no limit. */
export type SearchLimits = Readonly<Record<LimitName, number | null>>;

export const BOUNDS: Readonly<Record<LimitName, { readonly least: number; readonly most: number }>> = {
  seconds: { least: 0.1, most: 86_400 },
  depth: { least: 1, most: 200 },
  nodes: { least: 1, most: 1e12 },
};

function isLimit(name: LimitName, value: unknown): value is number | null {
  if (value === null) return true;
  const { least, most } = BOUNDS[name];
  const isNumber = typeof value === "number" && value >= least && value <= most;
  return isNumber && (name === "seconds" || Number.isInteger(value));
}

export const isLimits = (value: unknown): value is SearchLimits =>
  typeof value === "object" &&
  value !== null &&
  LIMITS.every((name) => isLimit(name, (value as Record<string, unknown>)[name]));

export const isLimited = (limits: SearchLimits): boolean => LIMITS.some((name) => limits[name] !== null);

/**
 * A limit that a person wrote; nothing is no limit. Positions may be in groups, as in `200,000`, and have a `k` or an
 * `M`; seconds may have a comma. Undefined if it is none, or out of bounds.
 */
export function readLimit(name: LimitName, text: string): number | null | undefined {
  const written = text.trim();
  if (written === "") return null;
  const [, digits = "", unit = ""] = /^([\d\s.,'’]*\d)\s*([kKmM]?)$/.exec(written) ?? [];
  if (unit !== "" && name !== "nodes") return undefined;
  const isWhole = name !== "seconds" && unit === "";
  const isGrouped = name === "nodes" && isWhole && /^\d{1,3}([\s.,'’]\d{3})+$/.test(digits);
  const plain = isGrouped ? digits.replace(/\D/g, "") : isWhole ? digits : digits.replace(",", ".");
  if (!(isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(plain)) return undefined;
  const factor = unit === "" ? 1 : /k/i.test(unit) ? 1e3 : 1e6;
  const value = Math.round(Number(plain) * factor * 1e3) / 1e3;
  return isLimit(name, value) ? value : undefined;
}
