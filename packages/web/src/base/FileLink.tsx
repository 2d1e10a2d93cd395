// A way to a file that the server makes of a person's rows, with his time zone.
import { Button } from '@isobath/ui';
import { type ReactNode, useEffect, useState } from 'react';

/** The link. @param path - of the call that answers with the file; query - what narrows it. */
export function FileLink(props: {
  path: string;
  query: Readonly<Record<string, string>>;
  children: ReactNode;
}) {
  // The server that draws the page first does not know the zone.
  const [zone, setZone] = useState('UTC');
  useEffect(() => setZone(new Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const query = new URLSearchParams({ ...props.query, zone });
  return (
    <Button render={<a download href={`${props.path}?${query}`} />} size="small" variant="quiet">
      {props.children}
    </Button>
  );
}
