// The whole document of a closed exchange: no router and no bundle, for the page that was asked for
// is not there. A few lines of script write the time in the reader's zone and bring the page back.
import { type AnyLocale, languageTagOf } from '@isobath/texts';
import { UiProvider } from '@isobath/ui';
import type { SiteBrand } from '@isobath/wire';
import { brandNameOf, toBrand } from '../../base/house.ts';
import { useNonce } from '../../base/nonce.ts';
import { LocaleContext, useTexts } from '../../base/texts.tsx';
import { themeScript } from '../../base/theme.ts';
import { makeUiWords } from '../ui-words.ts';
import { MaintenanceFace } from './MaintenanceFace.tsx';

const lookEveryMs = 5_000;

/** Asks whether the exchange is open again; only then is the page loaded anew. */
const returnScript = `(function(){var t=document.querySelector('time');
if(t)t.textContent=new Date(t.dateTime).toLocaleString(document.documentElement.lang,
{dateStyle:'medium',timeStyle:'short'});
setInterval(function(){fetch('/hk-web/status',{cache:'no-store'})
.then(function(a){return a.json()})
.then(function(a){if(a.data.mode!=='maintenance')location.reload()})
.catch(function(){})},${lookEveryMs})})()`;

interface DocumentProps {
  readonly brand: SiteBrand;
  readonly locale: AnyLocale;
  readonly endsAtMs: number;
  /** Addresses of the pages' style sheets. */
  readonly styles: readonly string[];
}

/** The document. */
export function MaintenanceDocument(props: DocumentProps) {
  return (
    <LocaleContext value={props.locale}>
      <Document {...props} />
    </LocaleContext>
  );
}

function Document(props: DocumentProps) {
  const nonce = useNonce();
  const t = useTexts('shell');
  const tag = languageTagOf(props.locale);
  return (
    <html data-accent={props.brand.accent} data-theme="dark" lang={tag}>
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <meta content="noindex" name="robots" />
        <title>{`${t('maintenance.title')} - ${brandNameOf(props.brand)}`}</title>
        <script dangerouslySetInnerHTML={{ __html: themeScript }} nonce={nonce} />
        {props.styles.map((href) => (
          <link href={href} key={href} rel="stylesheet" />
        ))}
      </head>
      <body>
        <UiProvider
          nonce={nonce}
          settings={{ locale: tag, words: makeUiWords(t), house: toBrand(props.brand) }}
        >
          <div className="shell-frame">
            <MaintenanceFace endsAtMs={props.endsAtMs} time="" />
          </div>
        </UiProvider>
        <script dangerouslySetInnerHTML={{ __html: returnScript }} nonce={nonce} />
      </body>
    </html>
  );
}
