// Shelves of the gallery: every field that is typed into, with sample content.
// Not a part of any page of the product.
import { ArrowLeftRight, Bell, Search, Settings } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../controls/Button.tsx';
import { CodeField } from '../controls/CodeField.tsx';
import { Link } from '../controls/Link.tsx';
import { NumberField } from '../controls/NumberField.tsx';
import { readShare, takeShare } from '../controls/number-draft.ts';
import { Slider } from '../controls/Slider.tsx';
import { PasswordField, SearchBox, TextArea, TextField } from '../controls/TextField.tsx';
import { Kbd } from '../marks/Marks.tsx';
import { Shelf } from './Section.tsx';

/** Buttons and everything that is typed into. */
export function FieldShelves() {
  return (
    <>
      <Shelf caption="Buttons: one primary a panel; buy and sell for orders only">
        <Button variant="primary">Create account</Button>
        <Button variant="buy">Buy BTC</Button>
        <Button variant="sell">Sell BTC</Button>
        <Button variant="quiet">Deposit</Button>
        <Button>Transfer</Button>
        <Button variant="plain">Learn more</Button>
        <Button variant="danger">Close account</Button>
      </Shelf>
      <Shelf caption="Pending, disabled, disabled with a reason, small, with a picture">
        <Button isPending variant="primary">
          Place order
        </Button>
        <Button isPending variant="buy">
          Buy BTC
        </Button>
        <Button disabled variant="primary">
          Continue
        </Button>
        <Button variant="buy" whyDisabled="The market is halted until 12:30.">
          Buy BTC
        </Button>
        <Button size="small">25%</Button>
        <Button icon={<ArrowLeftRight />} size="small" variant="quiet">
          Transfer
        </Button>
        <Button size="large" variant="primary">
          Start trading
        </Button>
        <IconButton icon={<Bell />} label="Notifications" />
        <IconButton icon={<Search />} label="Search" size="medium" />
        <IconButton icon={<Settings />} isPressed label="Settings" size="small" />
        <Link href="#fields">Fee schedule</Link>
        <Link href="#fields" isQuiet>
          Status
        </Link>
        <Link href="#fields" isExternal>
          Explorer
        </Link>
      </Shelf>
      <Shelf caption="Text fields" isWide>
        <div className="ui-gallery-grid">
          <TextSamples />
        </div>
      </Shelf>
      <Shelf caption="An order form in the making" isWide>
        <div className="ui-gallery-grid" data-density="compact">
          <OrderSample />
          <NumberSamples />
        </div>
      </Shelf>
    </>
  );
}

function TextSamples() {
  const [mail, setMail] = useState('');
  const [wrong, setWrong] = useState('someone@');
  const [password, setPassword] = useState('correct horse');
  const [find, setFind] = useState('');
  const [note, setNote] = useState('');
  const [code, setCode] = useState('042');
  return (
    <>
      <TextField
        hint="We send a code to it."
        input={{ type: 'email', autoComplete: 'email' }}
        label="Email"
        onChange={setMail}
        value={mail}
      />
      <TextField
        error={{
          text: 'The part after @ is missing.',
          repair: { label: 'Use example.com', onApply: () => setWrong('someone@example.com') },
        }}
        label="Email"
        onChange={setWrong}
        value={wrong}
      />
      <TextField isDisabled label="UID" onChange={() => {}} value="10048211" />
      <PasswordField
        isNew
        label="New password"
        onChange={setPassword}
        strength={{ score: 3, text: 'Good' }}
        value={password}
      />
      <SearchBox kbd={<Kbd>/</Kbd>} label="Search markets" onChange={setFind} value={find} />
      <TextArea label="Message" onChange={setNote} rows={2} value={note} />
      <CodeField
        label="Code from your mail"
        nameDigit={(place, count) => `Digit ${place} of ${count}`}
        onChange={setCode}
        value={code}
      />
    </>
  );
}

const available = '0.41';

function OrderSample() {
  const [price, setPrice] = useState('64250.5');
  const [amount, setAmount] = useState('0.20');
  const share = readShare(amount, available);
  const isTooMuch = share === 100 && amount !== available;
  return (
    <div style={{ display: 'grid', gap: 8, alignContent: 'start' }}>
      <NumberField
        chips={[{ label: 'Mid', onApply: () => setPrice('64250.5') }]}
        hasSteps
        label="Price"
        labelPlace="inside"
        onChange={setPrice}
        step="0.1"
        unit="USDT"
        value={price}
      />
      <NumberField
        error={
          isTooMuch
            ? {
                text: 'More than you have.',
                repair: { label: `Use ${available}`, onApply: () => setAmount(available) },
              }
            : null
        }
        hasMessageRoom
        label="Amount"
        labelPlace="inside"
        onChange={setAmount}
        step="0.0001"
        unit="BTC"
        value={amount}
      />
      <Slider
        hasMarks
        label="Share of what you have"
        onChange={(percent) => setAmount(takeShare(available, percent, '0.0001'))}
        value={share}
      />
      <Button isFull variant="buy">
        Buy BTC
      </Button>
    </div>
  );
}

function NumberSamples() {
  const [amount, setAmount] = useState('1.5');
  return (
    <div style={{ display: 'grid', gap: 8, alignContent: 'start' }}>
      <NumberField
        aside="Available 0.41 BTC"
        chips={[{ label: 'Max', onApply: () => setAmount(available) }]}
        error={{
          text: 'More than you have.',
          repair: { label: 'Use max 0.41', onApply: () => setAmount(available) },
        }}
        label="Amount"
        onChange={setAmount}
        step="0.0001"
        unit="BTC"
        value={amount}
      />
      <NumberField
        isDisabled
        label="Price"
        labelPlace="inside"
        onChange={() => {}}
        step="0.1"
        unit="Market"
        value=""
      />
      <Slider isDisabled label="Share" onChange={() => {}} value={25} />
    </div>
  );
}
