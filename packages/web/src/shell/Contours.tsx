// The sea floor of an empty page: contour lines of a quiet trough, drawn once.

const lines = [0, 1, 2, 3, 4, 5, 6].map((step) => {
  const y = 24 + step * 18;
  const depth = 30 + step * 9;
  const half = 70 + step * 22;
  return `M0 ${y}H${300 - half}C${300 - half / 3} ${y} ${300 - half / 4} ${y + depth} 300 ${
    y + depth
  }S${300 + half / 3} ${y} ${300 + half} ${y}H600`;
});

/** Contour lines across the width of their place; says nothing to screen readers. */
export function Contours() {
  return (
    <svg aria-hidden="true" className="shell-contours" fill="none" viewBox="0 0 600 220">
      {lines.map((line, step) => (
        <path d={line} key={line} opacity={1 - step * 0.12} stroke="currentColor" />
      ))}
    </svg>
  );
}
