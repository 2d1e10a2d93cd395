// The press that opens the calculator. Its file comes with the first press.
import { Calculator as Icon, IconButton } from '@isobath/ui';
import { useState } from 'react';
import { lazyPart } from '../../../base/late/lazy-part.ts';
import { useTexts } from '../../../base/texts.tsx';

const Calculator = lazyPart(() => import('./Calculator.tsx'), 'Calculator');

/** The press and, while it is open, the dialog: made anew each time, from the form of then. */
export function CalculatorTool() {
  const t = useTexts('spot');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon={<Icon />}
        label={t('calculator.title')}
        onClick={() => setOpen(true)}
        size="small"
      />
      {isOpen ? <Calculator isOpen onOpenChange={setOpen} /> : null}
    </>
  );
}
