// The start of the back office: brings the texts, then shows the console.
import './admin.css';
import { loadTexts } from '@isobath/texts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { readConsoleLocale } from './base/texts.tsx';
import { Console } from './shell/Console.tsx';

async function start(): Promise<void> {
  const locale = readConsoleLocale();
  const wanted = ['shell', 'admin', 'content', 'service'] as const;
  await Promise.all(wanted.map((namespace) => loadTexts(locale, namespace)));
  const place = document.getElementById('root');
  if (place === null) return;
  createRoot(place).render(
    <StrictMode>
      <Suspense>
        <Console />
      </Suspense>
    </StrictMode>,
  );
}

void start();
