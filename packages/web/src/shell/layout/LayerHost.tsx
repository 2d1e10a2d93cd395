// The place of what opens over a page by name (base/layers.ts). Each comes when it is first asked
// for. A page that is left closes it.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { closeLayer, openLayer } from '../../base/layers.ts';
import { useValue } from '../../base/value.ts';
import { AlertDialog, TransferDialog } from '../../header-parts.tsx';

/** The open layer, if there is one. */
export function LayerHost() {
  const open = useValue(openLayer);
  const { pathname } = useLocation();
  useEffect(() => closeLayer, [pathname]);
  if (open === null) return null;
  return open.name === 'transfer' ? (
    <TransferDialog key={open.count} onClose={closeLayer} request={open.request} />
  ) : (
    <AlertDialog key={open.count} onClose={closeLayer} request={open.request} />
  );
}
