import { useState } from 'react';
import { KeyValue } from '../containers/Facts.tsx';
import { Button } from '../controls/Button.tsx';
import { Link } from '../controls/Link.tsx';
import { Drawing } from '../states/Drawings.tsx';
import { Caution, EmptyState, ErrorState, GuestState, OfflineBar } from '../states/States.tsx';
import { Shelf } from './Section.tsx';

/** The states library. */
export function StateShelves() {
  return (
    <>
      <Shelf caption="Nothing yet, guest, failed, failed with old data" isWide>
        <div className="ui-gallery-seams">
          <div className="ui-panel">
            <EmptyState
              actions={
                <>
                  <Button variant="primary">Get demo money</Button>
                  <Link href="#states">How trading works</Link>
                </>
              }
              title="Your orders will stand here."
            />
          </div>
          <div className="ui-panel">
            <GuestState
              actions={
                <>
                  <Button variant="primary">Log in</Button>
                  <Link href="#states">Register</Link>
                </>
              }
              title="Log in to see your balances."
            />
          </div>
          <div className="ui-panel">
            <ErrorState
              code="10008"
              onRetry={() => {}}
              text="The server did not answer in time."
              title="Trades could not be loaded."
            />
          </div>
          <div className="ui-panel">
            <ErrorState
              code="10009"
              dataAge="Data from 12:04:31"
              onRetry={() => {}}
              title="Halted."
            >
              <div style={{ padding: 16 }}>
                <KeyValue facts={[{ key: 'last', label: 'Last', value: '64,250.5' }]} />
              </div>
            </ErrorState>
          </div>
        </div>
      </Shelf>
      <Shelf caption="Offline, live again, caution" isWide>
        <OfflineSample />
        <Caution>At this size the price moves 3.2 % against you.</Caution>
      </Shelf>
      <Shelf caption="Sketches">
        <Drawing name="buoy" />
        <Drawing name="hook" />
        <Drawing name="sail" />
        <Drawing name="broken" />
        <Drawing name="astray" />
      </Shelf>
    </>
  );
}

const sinceMs = Date.UTC(2026, 10, 21, 12, 4, 31);

function OfflineSample() {
  const [isOffline, setOffline] = useState(true);
  return (
    <>
      <OfflineBar sinceMs={isOffline ? sinceMs : null} />
      <Button onClick={() => setOffline(!isOffline)} size="small">
        {isOffline ? 'Go online' : 'Go offline'}
      </Button>
    </>
  );
}
