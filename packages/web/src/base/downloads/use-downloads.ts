// Where apps and other domains are, asked when something shows them. Only in a browser.
import { configurationRoutes, type DownloadConfig } from '@isobath/wire';
import { useEffect, useState } from 'react';
import { browserClient } from '../client.ts';

/** What the operator set; null until it is known. */
export function useDownloads(): DownloadConfig | null {
  const [config, setConfig] = useState<DownloadConfig | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    browserClient()
      .call(configurationRoutes.downloads, { body: {}, signal: leave.signal })
      .then(setConfig)
      .catch(() => {});
    return () => leave.abort();
  }, []);
  return config;
}
