// The popup itself, in a file of its own; LatePopover.tsx brings it.
export { Popover as Layer } from '@isobath/ui';
