// One-line sketches on the waterline for empty and broken parts. Decoration: hidden from the ear.
import type { ReactNode } from 'react';

/** Which sketch: nothing yet, nothing found, nothing held, something broke, gone astray. */
export type DrawingName = 'buoy' | 'hook' | 'sail' | 'broken' | 'astray';

/** Draw a sketch; the pennant of the buoy is the only lime. */
export function Drawing(props: { name: DrawingName }) {
  return (
    <svg aria-hidden="true" className="ui-drawing" viewBox="0 0 160 72">
      {sketches[props.name]}
    </svg>
  );
}

const sketches: Readonly<Record<DrawingName, ReactNode>> = {
  buoy: (
    <>
      <path className="ui-drawing-line" d="M4 52.5H62q5 0 7 2.5t11 2.5 11-2.5 7-2.5h58" />
      <path d="M68 53.5 72.5 40h15L92 53.5M80 40V14M76 28h8" />
      <path className="ui-drawing-you" d="M80 14h16l-4 5 4 5H80z" />
      <path className="ui-drawing-line" d="M70 62.5q5 2 10 2t10-2M52 66h8M100 66h10" />
    </>
  ),
  hook: (
    <>
      <path className="ui-drawing-line" d="M4 22.5H74l6 5 6-5h70" />
      <path d="M80 3v36.5q0 15-10.5 15T60 45.5v-4.5l-4 5M76.5 8.5h7" />
      <path className="ui-drawing-line" d="M104 44q4-3 8 0t8 0M28 58q4-3 8 0t8 0M112 62h10" />
    </>
  ),
  sail: (
    <>
      <path className="ui-drawing-line" d="M4 54.5H42l6 5 6-5h102" />
      <path d="M58 54.5q4 9 14 9h22q11 0 15-9zM80 54.5V8" />
      <path d="M80 42.5h30M82 42.5q2-5 6-5t6 2 6-2 8 5M88 43l1.5 3.5M98 43l1.5 3.5" />
      <path d="M80 10 62 42" className="ui-drawing-line" />
    </>
  ),
  broken: (
    <>
      <path className="ui-drawing-line" d="M4 30.5H50M110 30.5h46" />
      <path d="M50 30.5h8q9 0 10 9 .6 6 4 8M110 30.5h-8q-9 0-10 9-.6 6-4 8" />
      <path d="M72 47.5l-3 4M72 47.5l1 5M72 47.5l5 3M88 47.5l3 4M88 47.5l-1 5M88 47.5l-5 3" />
      <path className="ui-drawing-line" d="M62 64q4-3 8 0t8 0 8 0 8 0" />
    </>
  ),
  astray: (
    <>
      <path className="ui-drawing-line" d="M4 36.5H40q10 0 16 10t24 10 24-10 16-10h36" />
      <path className="ui-drawing-line" d="M30 46q14 0 22 10t28 10 28-10 22-10" />
      <path d="M80 6v30M72 28l8 8 8-8" />
      <path className="ui-drawing-line" d="M4 26.5H50q12 0 16 9" />
    </>
  ),
};
