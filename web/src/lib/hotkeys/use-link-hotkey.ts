import { useNavigate } from 'react-router-dom';
import { isDialogOpen } from '../open-dialogs.ts';
import { useHotkey, type Hotkey } from './use-hotkey.ts';

/** The hotkey of a link. It does nothing while a dialog is open: the dialog comes first. */
export function useLinkHotkey(hotkey: Hotkey | null, to: string): void {
  const navigate = useNavigate();
  useHotkey(hotkey, () => {
    if (!isDialogOpen()) void navigate(to);
  });
}
