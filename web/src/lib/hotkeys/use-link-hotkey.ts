import { useNavigate } from 'react-router-dom';
import { isDialogOpen } from '../open-dialogs.ts';
import { useHotkey, type Hotkey } from './use-hotkey.ts';

/** The key of a link. No key leads away from under an open dialog: what it says is to be read first. */
export function useLinkHotkey(hotkey: Hotkey | null, to: string): void {
  const navigate = useNavigate();
  useHotkey(hotkey, () => {
    if (!isDialogOpen()) void navigate(to);
  });
}
