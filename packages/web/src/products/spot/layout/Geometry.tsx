// The page before its data: the same seams and heights, quiet bars where numbers will stand, and a
// flat waterline where the chart will be.
import { Skeleton } from '@isobath/ui';
import type { ReactNode } from 'react';

const bookRows = Array.from({ length: 24 }, (_, index) => index);
const formRows = [36, 32, 20, 36, 36, 36, 24, 28, 120, 40];

/** The geometry of the workspace, drawn by the server and while the workspace loads. */
export function Geometry(props: { strip: ReactNode }) {
  return (
    <>
      {props.strip}
      <main aria-busy="true" className="desk geometry">
        <div className="desk-chart">
          <div className="geometry-chart">
            <span className="geometry-line" />
          </div>
          <div className="geometry-bottom" />
        </div>
        <div className="desk-book panel">
          {bookRows.map((row) => (
            <Skeleton height="10px" key={row} width={`${88 - ((row * 13) % 30)}%`} />
          ))}
        </div>
        <div className="desk-form panel">
          {formRows.map((height, index) => (
            <Skeleton height={`${height}px`} key={`${height}/${index}`} width="100%" />
          ))}
        </div>
      </main>
      <div className="foot" />
    </>
  );
}
