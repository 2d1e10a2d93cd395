// The dialog of sounds: all on or off, how loud, and each event with its switch and its sample.
// Not the sounds themselves (sounds.ts).
import { Button, Dialog, IconButton, Slider, Switch, Volume2 } from '@isobath/ui';
import { useSetting } from '../../../base/settings.ts';
import { useTexts } from '../../../base/texts.tsx';
import { type SoundName, trySound } from './sounds.ts';
import { soundEvents, type SoundEvent, soundSetting } from './trade-settings.ts';

const samples: Readonly<Record<SoundEvent, SoundName>> = {
  fill: 'filledBuy',
  partial: 'partial',
  rejected: 'rejected',
  alert: 'alert',
};

/** The dialog. */
export function SoundList(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const t = useTexts('spot');
  const [sounds, setSounds] = useSetting(soundSetting);
  return (
    <Dialog
      foot={
        <Button onClick={() => props.onOpenChange(false)} variant="primary">
          {t('flow.close')}
        </Button>
      }
      isOpen={props.isOpen}
      onOpenChange={props.onOpenChange}
      size="small"
      text={t('sounds.text')}
      title={t('sounds.title')}
    >
      <div className="sounds">
        <Switch
          isOn={sounds.isOn}
          label={t('sounds.on')}
          onChange={(isOn) => setSounds({ ...sounds, isOn })}
        />
        <div className="sounds-volume">
          <span>{t('sounds.volume')}</span>
          <Slider
            isDisabled={!sounds.isOn}
            label={t('sounds.volume')}
            onChange={(volume) => setSounds({ ...sounds, volume })}
            value={sounds.volume}
          />
        </div>
        {soundEvents.map((event) => (
          <div className="sounds-row" key={event}>
            <Switch
              isDisabled={!sounds.isOn}
              isOn={sounds[event]}
              label={t(`sounds.${event}`)}
              onChange={(isOn) => setSounds({ ...sounds, [event]: isOn })}
            />
            <IconButton
              icon={<Volume2 />}
              label={t('sounds.try', { event: t(`sounds.${event}`) })}
              onClick={() => trySound(samples[event])}
              size="small"
            />
          </div>
        ))}
      </div>
    </Dialog>
  );
}
