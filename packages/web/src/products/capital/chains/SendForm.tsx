// The wallet outside pays an address: what a newcomer deposits by hand with. It begins with the
// coin and address that the page of deposits named.
import { type LocalChain, localChainRoutes } from '@isobath/wire';
import { Banner, Button, CoinIcon, isRefused, NumberField, Select, TextField } from '@isobath/ui';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../../base/client.ts';
import { useTexts } from '../../../base/texts.tsx';
import type { RecordNames } from '../records/use-capital-records.tsx';
import { useAsk } from './use-ask.ts';

const STEP = '0.00000001';

/** The form. */
export function SendForm(props: {
  chain: LocalChain;
  names: RecordNames;
  /** What it begins with; a coin of another chain is not taken. */
  coinId: number;
  address: string;
  onAsked: () => void;
}) {
  const t = useTexts('capital');
  const { chain, names, onAsked } = props;
  const { networkId, holdings } = chain;
  const [coinId, setCoinId] = useState(
    () => holdings.find((held) => held.coinId === props.coinId)?.coinId ?? holdings[0]?.coinId ?? 0,
  );
  const [address, setAddress] = useState(props.address);
  const [amount, setAmount] = useState('');
  const ask = useAsk(onAsked);
  const nameOf = (asked: number) =>
    names.coins.find((coin) => coin.coinId === asked)?.shortName ?? String(asked);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() === '') return ask.refuse(t('chains.needAddress'));
    if (isRefused(amount) || !/[1-9]/.test(amount)) return ask.refuse(t('chains.needAmount'));
    const body = { networkId, coinId, address: address.trim(), amount };
    const call = () => browserClient().call(localChainRoutes.send, { body });
    if (await ask.run(call)) setAmount('');
  };
  return (
    <form className="chains-form" onSubmit={(event) => void send(event)}>
      <Select
        label={t('coin.label')}
        onChange={(value) => setCoinId(Number(value))}
        options={holdings.map((held) => ({
          value: String(held.coinId),
          label: nameOf(held.coinId),
          icon: <CoinIcon code={nameOf(held.coinId)} size={20} />,
        }))}
        value={String(coinId)}
      />
      <TextField
        input={{ autoComplete: 'off', maxLength: 128, spellCheck: false }}
        label={t('chains.to')}
        onChange={setAddress}
        value={address}
      />
      <NumberField
        label={t('records.amount')}
        onChange={setAmount}
        step={STEP}
        unit={nameOf(coinId)}
        value={amount}
      />
      {ask.refusal === '' ? null : <Banner tone="danger">{ask.refusal}</Banner>}
      <Button isPending={ask.isRunning} type="submit" variant="primary">
        {t('chains.submit')}
      </Button>
    </form>
  );
}
