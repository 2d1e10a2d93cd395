// Shelves of the gallery: every layer above the page, with sample content.
// Not a part of any page of the product.
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Accordion } from '../containers/Accordion.tsx';
import { Banner } from '../containers/Banner.tsx';
import { Receipt } from '../containers/Facts.tsx';
import { Button, IconButton } from '../controls/Button.tsx';
import { Link } from '../controls/Link.tsx';
import { TextField } from '../controls/TextField.tsx';
import { HoverCard, Tooltip } from '../overlays/Hover.tsx';
import { Menu } from '../overlays/Menu.tsx';
import { BottomSheet, ConfirmSheet, Dialog, SideDrawer } from '../overlays/Modal.tsx';
import { Popover, TermHint } from '../overlays/Popover.tsx';
import { useToasts } from '../overlays/Toasts.tsx';
import { Shelf } from './Section.tsx';

/** Everything that lies over the page, and what announces itself in it. */
export function LayerShelves() {
  return (
    <>
      <Shelf caption="Dialog, sheet, drawer, confirmation">
        <Modals />
      </Shelf>
      <Shelf caption="Menu, popover, hover card, tooltip, term">
        <Beside />
      </Shelf>
      <Shelf caption="Toasts: 2 s, 3.5 s, errors stay">
        <ToastButtons />
      </Shelf>
      <Shelf caption="Banners" isWide>
        <Banner title="Sandbox" tone="info">
          Prices and money here are made up; everything else is real.
        </Banner>
        <Banner actions={<Button size="small">Deposit</Button>} onClose={() => {}} tone="warn">
          BTC withdrawals are slow: the network is busy. Expect about 40 minutes.
        </Banner>
        <Banner title="Margin call" tone="danger">
          Your margin level is 1.12. At 1.10 positions are closed by force.
        </Banner>
      </Shelf>
      <Shelf caption="Accordion" isWide>
        <Accordion
          items={[
            { key: 'a', title: 'What does a maker pay?', content: 'The fee of the left column.' },
            { key: 'b', title: 'When is a deposit credited?', content: 'After 3 confirmations.' },
          ]}
          openFirst
        />
      </Shelf>
    </>
  );
}

type LayerName = 'dialog' | 'sheet' | 'drawer' | 'confirm' | 'danger';

function Modals() {
  const [open, setOpen] = useState<LayerName | null>(null);
  const [label, setLabel] = useState('');
  const bind = (name: LayerName) => ({
    isOpen: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  });
  return (
    <>
      <Button onClick={() => setOpen('dialog')}>Dialog</Button>
      <Button onClick={() => setOpen('sheet')}>Bottom sheet</Button>
      <Button onClick={() => setOpen('drawer')}>Side drawer</Button>
      <Button onClick={() => setOpen('confirm')}>Confirm an order</Button>
      <Button onClick={() => setOpen('danger')}>Confirm a danger</Button>
      <Dialog
        {...bind('dialog')}
        foot={<Button variant="primary">Save</Button>}
        text="The name is seen by you alone."
        title="Name this device"
      >
        <TextField label="Name" onChange={setLabel} value={label} />
      </Dialog>
      <BottomSheet {...bind('sheet')} title="Filters">
        <p>Filters stand here on a phone, with the count of matches on the button.</p>
      </BottomSheet>
      <SideDrawer {...bind('drawer')} title="Order 20-1183">
        <p>The life line of one order.</p>
      </SideDrawer>
      <ConfirmSheet
        {...bind('confirm')}
        cancelLabel="Back"
        confirmLabel="Buy 0.2 BTC"
        onConfirm={() => setOpen(null)}
        title="Buy 0.2 BTC at market"
        variant="buy"
      >
        <SampleReceipt />
      </ConfirmSheet>
      <ConfirmSheet
        {...bind('danger')}
        cancelLabel="Keep it"
        confirmLabel="Close account"
        onConfirm={() => setOpen(null)}
        text="Balances must be zero. This cannot be undone."
        title="Close your account"
        typed={{ label: 'Write CLOSE to confirm', word: 'CLOSE' }}
        variant="danger"
      />
    </>
  );
}

/** The receipt that stands before an order is sent. */
export function SampleReceipt() {
  return (
    <Receipt
      label="Receipt"
      lines={[
        { key: 'price', label: 'Expected price', after: '64,252.10 USDT' },
        { key: 'fee', label: 'Fee', after: '12.86 USDT' },
        { key: 'impact', label: 'Price impact', after: '3.20 %', tone: 'warn' },
        { key: 'btc', label: 'BTC', before: '0.41', after: '0.61' },
        { key: 'usdt', label: 'USDT', before: '13,663.28', after: '800.00' },
        { key: 'sum', label: 'You pay', after: '12,863.28 USDT', isTotal: true },
      ]}
    />
  );
}

function Beside() {
  return (
    <>
      <Menu
        groups={[
          {
            key: 'do',
            actions: [
              { key: 'edit', label: 'Edit', icon: <Pencil />, note: 'E' },
              { key: 'copy', label: 'Copy', icon: <Copy /> },
            ],
          },
          {
            key: 'end',
            actions: [{ key: 'cancel', label: 'Cancel order', icon: <Trash2 />, isDanger: true }],
          },
        ]}
        trigger={<IconButton icon={<Ellipsis />} label="Actions" />}
      />
      <Popover label="Chart layers" trigger={<Button>Popover</Button>}>
        Own orders, fills and alerts can be drawn on the chart.
      </Popover>
      <HoverCard trigger={<Link href="#layers">Maker</Link>}>
        An order that waits in the book and lets others trade with it.
      </HoverCard>
      <Tooltip text="Fold the book">
        <IconButton icon={<Ellipsis />} label="Fold" />
      </Tooltip>
      <span>
        <TermHint meaning="Never takes a waiting order; cancelled instead." term="Post-only" />
      </span>
    </>
  );
}

function ToastButtons() {
  const toasts = useToasts();
  return (
    <>
      <Button onClick={() => toasts.show({ kind: 'done', title: 'Copied' })}>Done</Button>
      <Button
        onClick={() =>
          toasts.show({ kind: 'own', title: 'Bought 0.2 BTC', text: 'at 64,250.5 USDT' })
        }
      >
        Own fill
      </Button>
      <Button
        onClick={() =>
          toasts.show({ kind: 'notice', title: 'BTC above 65,000', text: 'Your alert of today.' })
        }
      >
        Notice
      </Button>
      <Button
        onClick={() =>
          toasts.show({
            kind: 'error',
            title: 'Order refused: the price is off by a tick',
            text: 'The step is 0.1 USDT.',
            action: { label: 'Edit and retry', onPress: () => {} },
          })
        }
      >
        Error
      </Button>
    </>
  );
}
