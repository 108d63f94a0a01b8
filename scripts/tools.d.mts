export function checkTools(): string;
export function peerTools(): void;
