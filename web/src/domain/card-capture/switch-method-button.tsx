import { Button } from 'antd';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { useHotkey, type Hotkey } from '../../lib/hotkeys/use-hotkey.ts';

interface SwitchMethodButtonProps {
  children: string;
  /** Null while Stripe's fields are shown: keys pressed in their frame do not reach the page, so no shortcut is shown. */
  hotkey: Hotkey | null;
  onPress: () => void;
}

/** Switches between reader and form, for a reader that does not respond while a car waits. */
export function SwitchMethodButton({ children, hotkey, onPress }: SwitchMethodButtonProps) {
  useHotkey(hotkey, onPress);
  return (
    <Button size="large" block onClick={onPress} aria-keyshortcuts={hotkey ?? undefined}>
      {children}
      {hotkey && <KeyHint>{hotkey}</KeyHint>}
    </Button>
  );
}
