import { readKeystrokes } from '@washdesk/rules/text/keystrokes';
import { sendKeystrokes, transferToSitewatch } from '../../../lib/register-bridge/register-bridge.ts';
import { RegisterTool } from './register-tool.tsx';

/** /admin/keystrokes: types into the register's own program (web/docs/register-bridge.md). */
export const KeystrokesScreen = () => (
  <RegisterTool
    title="Keystrokes"
    label="Keys"
    hint="Plain characters, with keys in braces: 12{Enter}, {F4}, {Ctrl+C}"
    button="Send Keystrokes"
    read={(keys) => (keys !== '' && readKeystrokes(keys) ? keys : null)}
    problem="Invalid keystrokes: write keys in braces, such as {Enter}"
    send={sendKeystrokes}
  />
);

/** /admin/terminal: sends a plate or tag to the open sale in Sitewatch. */
export const TerminalToolsScreen = () => (
  <RegisterTool
    title="Terminal tools"
    label="Plate or tag"
    hint="It’s added to the open sale at this register"
    button="Transfer To Sitewatch"
    read={(code) => code.trim().toUpperCase() || null}
    problem="Enter a plate or tag"
    send={(code) => transferToSitewatch({ code, customerId: null })}
  />
);
