/** What the figures must reach, docs/performance.md; ratios to what runs beside them. */
const levels = {
  G1: 4,
  G2: 2.2,
  G3: 1.5,
  G4: 2.5,
  G5: 30,
  G6: 0.3,
  G7: 0.45,
  naiveA1: 5,
  naiveA100: 7,
  G11: 50,
  G12: 0,
  G12minor: 30,
  G13: 1024,
  wide: 0.7,
} as const;

/** The level of one figure. */
export function readLevel(name: keyof typeof levels): number {
  return levels[name];
}
