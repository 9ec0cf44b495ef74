/** What the fuzzer needs of the judge, in one module. */
export { ClashCourt } from './clash-judge.ts';
export { plainClash } from './plain-clash.ts';
