/** Texts of this page. */
export const handle = { texts: ['spot'] } as const;

/** The trade page. */
export default function TradePage() {
  return <main />;
}
