// Blocks of a local chain: made, and the last of them replaced, as real networks do now and then.
import { LOCAL_BLOCKS_MAX, type LocalChain, localChainRoutes } from '@isobath/wire';
import { Banner, Button, Checkbox, NumberField } from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import { useAsk } from './use-ask.ts';

/** Whether a field holds a number it takes; what is wrong with another one stands below it. */
const isCount = (text: string, most: number) => {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= most;
};

/** Both forms. */
export function BlocksForms({ chain, onAsked }: { chain: LocalChain; onAsked: () => void }) {
  const t = useTexts('capital');
  const { networkId, replaceableCount } = chain;
  const [made, setMade] = useState('1');
  const [replaced, setReplaced] = useState('1');
  const [isLastLeftOut, setLeftOut] = useState(false);
  const ask = useAsk(onAsked);
  const mine = (event: FormEvent) => {
    event.preventDefault();
    if (!isCount(made, LOCAL_BLOCKS_MAX)) return;
    const body = { networkId, count: Number(made) };
    void ask.run(() => browserClient().call(localChainRoutes.mine, { body }));
  };
  const reorganise = (event: FormEvent) => {
    event.preventDefault();
    if (!isCount(replaced, replaceableCount)) return;
    const body = { networkId, count: Number(replaced), isLastLeftOut };
    void ask.run(() => browserClient().call(localChainRoutes.reorganise, { body }));
  };
  return (
    <div className="chains-form">
      <form className="chains-row" onSubmit={mine}>
        <NumberField
          label={t('chains.count')}
          range={{ min: '1', max: String(LOCAL_BLOCKS_MAX) }}
          onChange={setMade}
          step="1"
          value={made}
        />
        <Button isPending={ask.isRunning} type="submit">
          {t('chains.mine')}
        </Button>
      </form>
      <form className="chains-form" onSubmit={reorganise}>
        <p className="capital-quiet">{t('chains.reorganise.text')}</p>
        <div className="chains-row">
          <NumberField
            label={t('chains.count')}
            range={{ min: '1', max: String(replaceableCount) }}
            onChange={setReplaced}
            step="1"
            value={replaced}
          />
          <Button isPending={ask.isRunning} type="submit">
            {t('chains.reorganise')}
          </Button>
        </div>
        <Checkbox isOn={isLastLeftOut} label={t('chains.without')} onChange={setLeftOut} />
      </form>
      {ask.refusal === '' ? null : <Banner tone="danger">{ask.refusal}</Banner>}
    </div>
  );
}
