// A way to a file that the server makes of a person's rows, with the time zone of that person.
import { Button } from '@isobath/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts.tsx';

/** The link. @param path - of the call that answers with the file; query - what narrows it. */
export function FileLink(props: { path: string; query: Readonly<Record<string, string>> }) {
  const t = useTexts('kit');
  // The server that draws the page first does not know the zone.
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const query = new URLSearchParams({ ...props.query, zone });
  return (
    <Button render={<a download href={`${props.path}?${query}`} />} size="small" variant="quiet">
      {t('file')}
    </Button>
  );
}
