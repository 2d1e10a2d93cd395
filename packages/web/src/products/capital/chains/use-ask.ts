// One request to a local chain at a time: whether it is on its way, and why it was refused.
import { describeFailure } from '@isobath/kit';
import { useState } from 'react';
import { useTexts } from '../../../base/texts.tsx';

/** @param onAsked - the request was taken down. */
export function useAsk(onAsked: () => void) {
  const kit = useTexts('kit');
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState('');
  return {
    isRunning,
    refusal,
    refuse: setRefusal,
    /** @returns whether it was taken down. */
    async run(call: () => Promise<unknown>): Promise<boolean> {
      setRunning(true);
      setRefusal('');
      try {
        await call();
        onAsked();
        return true;
      } catch (failure) {
        setRefusal(describeFailure(failure, kit));
        return false;
      } finally {
        setRunning(false);
      }
    },
  };
}
