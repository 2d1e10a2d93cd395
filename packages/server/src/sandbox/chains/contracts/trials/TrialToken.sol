// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// A token that also says what it does not do. For tests.
contract TrialToken is ERC20("Trial", "TRY") {
    constructor() {
        _mint(msg.sender, 1e24);
    }

    /// Says that somebody got something; nobody did.
    function claimTransfer(address to, uint256 amount) external {
        emit Transfer(msg.sender, to, amount);
    }

    /// Many small transfers, each with its log.
    function scatter(address to, uint256 count) external {
        for (uint256 n = 1; n <= count; n++) _transfer(msg.sender, to, n);
    }

    /// Moves, then undoes it.
    function transferAndFail(address to, uint256 amount) external {
        _transfer(msg.sender, to, amount);
        revert("undone");
    }
}
