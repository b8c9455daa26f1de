// node wasi.mjs PROGRAM ARGUMENTS runs a program for WASI.
import { WASI } from 'node:wasi';
import { readFile } from 'node:fs/promises';

// With returnOnExit, Node 20 crashes when a program with a large memory ends; without it, only without --liftoff-only.
const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), env: {}, preopens: {}, returnOnExit: false });
const program = await WebAssembly.compile(await readFile(process.argv[2]));
wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
