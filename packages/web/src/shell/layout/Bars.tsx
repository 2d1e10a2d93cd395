// The lines below the header: a frozen account, where the exchange is offered in part, and a
// maintenance that is planned. They come only when there is something to say (Frame.tsx).
import { useRootData } from '../../base/session.ts';
import { PlannedBar } from '../maintenance/PlannedBar.tsx';
import { FrozenBar } from './FrozenBar.tsx';
import { RegionBar } from './RegionBar.tsx';

/** The lines. */
export function Bars() {
  const { config, renderedAtMs } = useRootData();
  return (
    <>
      <FrozenBar />
      <RegionBar />
      {config.maintenance.startsAt > renderedAtMs ? <PlannedBar {...config.maintenance} /> : null}
    </>
  );
}
