import { Badge, type BadgeProps } from 'react-bootstrap';

/** A badge in a colour of Bootstrap, by default the one of a count. */
export function LabelBadge({ kind = 'secondary', ...props }: BadgeProps & { kind?: string }) {
  return <Badge {...props} bg={`${kind}-subtle`} text={`${kind}-emphasis`} />;
}
