// An address below a language that leads nowhere.

/** Answers 404; the error page shows it. */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

/** Never shown: the loader always refuses. */
export default function NotFound() {
  return null;
}
