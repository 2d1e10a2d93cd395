// The dead-man switch: a button among the tools of the open orders, a countdown while it is armed,
// and the dialog that arms and disarms it.
// Not its clock (dead-man.ts).
import { Button, Countdown, Dialog, IconButton, NumberField, Switch, Timer } from '@isobath/ui';
import { useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';
import { useTrade } from '../layout/trade-context.ts';
import { type DeadManDesk, useDeadMan, useDeadManRenewal } from './dead-man.ts';
import { useOutcome } from './use-outcome.ts';

const secondsMax = 86_400;
const presets = [
  { seconds: 30, unit: 'seconds', count: 30 },
  { seconds: 300, unit: 'minutes', count: 5 },
  { seconds: 3600, unit: 'hours', count: 1 },
] as const;

function DeadManDialog(props: { desk: DeadManDesk; onClose: () => void }) {
  const { desk } = props;
  const t = useTexts('spot');
  const describe = useOutcome();
  const [seconds, setSeconds] = useState(String(desk.state.timeoutMs / 1000));
  const [isKept, setKept] = useState(desk.state.isKept);
  const [isPending, setPending] = useState(false);
  const count = Number(seconds);
  const isRight = Number.isInteger(count) && count >= 1 && count <= secondsMax;
  const run = async (action: Promise<Parameters<typeof describe>[0]>) => {
    setPending(true);
    const outcome = await action;
    setPending(false);
    describe(outcome);
    if (outcome.kind === 'accepted') props.onClose();
  };
  return (
    <Dialog
      foot={
        <>
          {desk.isArmed ? (
            <Button isPending={isPending} onClick={() => void run(desk.disarm())} variant="quiet">
              {t('deadMan.disarm')}
            </Button>
          ) : null}
          <Button
            disabled={!isRight}
            isPending={isPending}
            onClick={() => void run(desk.arm(count * 1000, isKept))}
            variant="primary"
          >
            {t(desk.isArmed ? 'deadMan.rearm' : 'deadMan.arm')}
          </Button>
        </>
      }
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
      size="small"
      text={t('deadMan.text')}
      title={t('deadMan.title')}
    >
      <div className="dead-man">
        <NumberField
          chips={presets.map((preset) => ({
            label: t(`deadMan.in.${preset.unit}`, { value: String(preset.count) }),
            onApply: () => setSeconds(String(preset.seconds)),
          }))}
          decimals={0}
          error={isRight ? null : { text: t('deadMan.range') }}
          label={t('deadMan.after')}
          max={String(secondsMax)}
          min="1"
          onChange={setSeconds}
          step="1"
          unit="s"
          value={seconds}
        />
        <Switch isOn={isKept} label={t('deadMan.keep')} onChange={setKept} />
      </div>
    </Dialog>
  );
}

/** The button, and the countdown while the switch is armed. */
export function DeadManSwitch() {
  const { client } = useTrade();
  const t = useTexts('spot');
  const desk = useDeadMan(client);
  useDeadManRenewal(desk);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {desk.isArmed ? (
        <button className="dead-man-chip" onClick={() => setOpen(true)} type="button">
          <Timer aria-hidden="true" />
          <span className="ui-sr">{t('deadMan.armed')}</span>
          <Countdown toMs={desk.state.dueAtMs} />
        </button>
      ) : (
        <IconButton
          icon={<Timer />}
          label={t('deadMan.title')}
          onClick={() => setOpen(true)}
          size="small"
        />
      )}
      {isOpen ? <DeadManDialog desk={desk} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
