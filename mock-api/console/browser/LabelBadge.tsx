import { Badge, type BadgeProps } from 'react-bootstrap';

/** A badge in the colours of a kind, by default those of a count. */
export function LabelBadge({ kind = 'secondary', ...props }: BadgeProps & { kind?: string }) {
  return <Badge {...props} bg={`${kind}-subtle`} text={`${kind}-emphasis`} />;
}
