// The frame of the console: sign-in until somebody is let in, then the menu and the page of the
// address. It knows pages only through the list.
import { ToastProvider, UiProvider, useFullWords } from '@isobath/ui';
import { type OperatorAnswer, officeSignInRoutes, type SiteBrand } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { client, onSignedOut } from '../base/client.ts';
import { toBrand } from '../base/house.ts';
import { OperatorContext } from '../base/session.ts';
import { consoleTag, useTexts } from '../base/texts.tsx';
import { Frame } from './Frame.tsx';
import { SignIn } from './SignIn.tsx';
import { makeUiWords } from './ui-words.ts';

/** The whole console. @param house - what the house is called and wears. */
export function Console({ house }: { house: SiteBrand }) {
  const words = makeUiWords(useTexts('shell'));
  return (
    <UiProvider
      settings={{
        locale: consoleTag(),
        words,
        house: toBrand(house),
      }}
    >
      <ToastProvider>
        <Doorway />
      </ToastProvider>
    </UiProvider>
  );
}

function Doorway() {
  const t = useTexts('admin');
  const [operator, setOperator] = useState<OperatorAnswer | null>(null);
  const [isKnown, setKnown] = useState(false);
  useFullWords();
  useEffect(() => {
    document.documentElement.lang = consoleTag();
    document.title = t('title');
    client
      .call(officeSignInRoutes.operatorSession)
      .then(setOperator)
      .catch(() => setOperator(null))
      .finally(() => setKnown(true));
    return onSignedOut(() => setOperator(null));
    // The language does not change without a load.
  }, []);
  if (!isKnown) return null;
  if (operator === null) return <SignIn onSignedIn={setOperator} />;
  return (
    <OperatorContext value={operator}>
      <Frame onSignedOut={() => setOperator(null)} />
    </OperatorContext>
  );
}
