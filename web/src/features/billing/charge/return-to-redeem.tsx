import { Checkbox } from 'antd';
import { useFlag } from '../../../lib/flags.ts';

interface ReturnToRedeemProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Chooses whether the screen leads back to the redeem screen by itself; only where there is a redeem interface. */
export function ReturnToRedeem({ checked, onChange }: ReturnToRedeemProps) {
  const redeemInterface = useFlag('redeemInterface');
  if (!redeemInterface) return null;
  return (
    <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)}>
      Return to Redeem
    </Checkbox>
  );
}
