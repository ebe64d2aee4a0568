"""One control law a file: a pure, compiled function from poses and targets to what each bone is asked for.

A law fills `demand`: on bone b the world torque T_b = torque_b - gain_b (angular acceleration of b in this step), where
the second term is what makes it implicit. How T_b reaches the body is not the law's business
(systems/kernels/actuate.py).
"""
