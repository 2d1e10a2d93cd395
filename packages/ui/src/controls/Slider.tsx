import type { CSSProperties } from 'react';

const quarters = [0, 25, 50, 75, 100] as const;

/**
 * A share from 0 to 100 with stops that can be pressed; a number field beside it types the same.
 *
 * @param props - value: whole percent; stops: left out, quarters; valueText: for screen readers.
 */
export function Slider(props: {
  label: string;
  value: number;
  onChange: (value: number) => void;
  max?: number | undefined;
  stops?: readonly number[] | undefined;
  /** Write the stops under the track; they are buttons. */
  hasMarks?: boolean | undefined;
  showMark?: ((stop: number) => string) | undefined;
  valueText?: string | undefined;
  isDisabled?: boolean | undefined;
}) {
  const max = props.max ?? 100;
  const stops = props.stops ?? quarters;
  const share = (value: number) => `${(value / max) * 100}%`;
  const showMark = props.showMark ?? ((stop: number) => `${stop}%`);
  return (
    <div>
      <div className="ui-slider" style={{ '--share': share(props.value) } as CSSProperties}>
        <span className="ui-slider-track">
          {stops.map((stop) => (
            <span
              className="ui-slider-stop"
              data-on={stop <= props.value ? '' : undefined}
              key={stop}
              style={{ insetInlineStart: share(stop), top: -4 }}
            />
          ))}
        </span>
        <input
          aria-label={props.label}
          aria-valuetext={props.valueText ?? showMark(props.value)}
          disabled={props.isDisabled}
          max={max}
          min={0}
          onChange={(event) => props.onChange(Number(event.target.value))}
          step={1}
          type="range"
          value={props.value}
        />
      </div>
      {props.hasMarks ? (
        <div className="ui-slider-marks">
          {stops.map((stop) => (
            <button
              className="ui-slider-mark"
              disabled={props.isDisabled}
              key={stop}
              onClick={() => props.onChange(stop)}
              type="button"
            >
              {showMark(stop)}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
