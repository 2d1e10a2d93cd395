// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Pays in the ways that a scanner must tell apart. For tests.
contract TrialPayer {
    /// The coin goes on by a call inside.
    function payOn(address payable to) external payable {
        (bool ok, ) = to.call{value: msg.value}("");
        require(ok, "not taken");
    }

    /// Pays, then undoes the whole transaction.
    function payAndFail(address payable to) external payable {
        this.payOn{value: msg.value}(to);
        revert("undone");
    }

    /// Pays inside a call that fails, and goes on: only the second half arrives.
    function payHalfTwice(address payable to) external payable {
        try this.payAndFail{value: msg.value / 2}(to) {} catch {}
        this.payOn{value: msg.value / 2}(to);
    }
}
