import { Button } from 'antd';

/** Opens the receipt of a row; `name` tells one row's from another's to those who do not see the row. */
export function ReceiptButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Button aria-label={`Receipt of ${name}`} onClick={onPress}>
      Receipt
    </Button>
  );
}
