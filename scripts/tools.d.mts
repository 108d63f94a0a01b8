export function checkTools(): string;
