import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { paths } from '../../../lib/paths.ts';
import styles from './office-charge.module.css';

interface ChargeButtonsProps {
  hasReader: boolean;
  /** Whether there is an amount above zero. */
  ready: boolean;
  looking: boolean;
  paused: boolean;
  onCharge: () => void;
  onClear: () => void;
}

const spinnerAfterMs = 300;

/** Offers the workplace's card entry method: its reader, or the on-screen form for No Terminal. */
export function ChargeButtons({ hasReader, ready, looking, paused, onCharge, onClear }: ChargeButtonsProps) {
  useHotkey(ready && !paused ? 'F2' : null, onCharge);
  useHotkey(paused ? null : 'F4', onClear);
  const main = {
    type: 'primary',
    htmlType: 'submit',
    disabled: !ready,
    loading: looking && { delay: spinnerAfterMs },
    'aria-keyshortcuts': 'F2',
  } as const;
  return (
    <>
      <div className={styles.actions}>
        <Button size="large" {...(hasReader ? main : { disabled: true })}>
          Card Reader
          {hasReader && <KeyHint>F2</KeyHint>}
        </Button>
        {!hasReader && (
          <Button size="large" {...main}>
            Card Form
            <KeyHint>F2</KeyHint>
          </Button>
        )}
        <Button size="large" onClick={onClear} aria-keyshortcuts="F4">
          Clear
          <KeyHint>F4</KeyHint>
        </Button>
      </div>
      <p className={styles.entryMethod}>
        {hasReader
          ? 'To enter a card by hand, choose No Terminal as the card reader. '
          : 'No card reader is selected, so the card is entered by hand. '}
        <Link to={paths.profile}>Change Reader</Link>
      </p>
    </>
  );
}
