import { contracts } from "../../../Kits/node/node-test.mjs";

await contracts();
