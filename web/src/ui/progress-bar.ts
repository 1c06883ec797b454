export const progressBar =
  'block w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-ink';
