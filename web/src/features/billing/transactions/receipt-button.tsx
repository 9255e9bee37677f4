import { Button } from 'antd';

/** Opens the receipt of a row; `name` distinguishes the rows' buttons for screen readers. */
export function ReceiptButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Button aria-label={`Receipt of ${name}`} onClick={onPress}>
      Receipt
    </Button>
  );
}
